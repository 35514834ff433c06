import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk/unstable';
import { unreachable } from '../../base/errors.ts';
import type { ToolContent } from '../../protocol/transcript.ts';
import type { UserContent } from '../turn/events.ts';

/** A prompt's block in our words. Audio is not offered, so it never comes from a client that keeps to the protocol. */
export function fromBlock(block: ContentBlock): UserContent {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', mimeType: block.mimeType, data: block.data };
    case 'resource_link':
      return { type: 'resource-link', uri: block.uri, name: block.name };
    case 'resource': {
      const { uri, mimeType } = block.resource;
      const body = 'text' in block.resource ? { text: block.resource.text } : { blob: block.resource.blob };
      return { type: 'resource', uri, ...body, mimeType: mimeType ?? undefined };
    }
    case 'audio':
      return { type: 'text', text: `[audio (${block.mimeType}), which can't be heard here]` };
    default:
      return unreachable(block);
  }
}

export function toBlock(content: UserContent): ContentBlock {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text };
    case 'image':
      return { type: 'image', mimeType: content.mimeType, data: content.data };
    case 'resource-link':
      return { type: 'resource_link', uri: content.uri, name: content.name };
    case 'resource': {
      const { uri, text, blob, mimeType } = content;
      if (blob !== undefined) return { type: 'resource', resource: { uri, blob, mimeType } };
      return { type: 'resource', resource: { uri, text: text ?? '', mimeType } };
    }
    default:
      return unreachable(content);
  }
}

export function toToolContent(content: ToolContent): ToolCallContent {
  switch (content.type) {
    case 'text':
      return { type: 'content', content: { type: 'text', text: content.text } };
    case 'image':
      return {
        type: 'content',
        content: { type: 'image', mimeType: content.mimeType, data: content.data },
      };
    case 'link':
      return { type: 'content', content: { type: 'resource_link', uri: content.uri, name: content.name } };
    case 'diff':
      return { type: 'diff', path: content.path, oldText: content.oldText, newText: content.newText };
    default:
      return unreachable(content);
  }
}
