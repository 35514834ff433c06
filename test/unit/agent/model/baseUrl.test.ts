import { describe, expect, it } from 'vitest';
import { normalizeBaseUrl, type ProviderType } from '../../../../src/agent/model/baseUrl.ts';

describe('normalizeBaseUrl', () => {
  it.each<[ProviderType, string, string]>([
    ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://api.anthropic.com/', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://api.anthropic.com/v1/v1/', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://proxy.example/anthropic', 'https://proxy.example/anthropic/v1'],
    ['anthropic', 'https://proxy.example/v1/messages', 'https://proxy.example/v1'],
    ['openai', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    ['openai', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['openai', ' http://127.0.0.1:8080/v1// ', 'http://127.0.0.1:8080/v1'],
    ['openai', 'http://127.0.0.1:8080/v1/chat/completions', 'http://127.0.0.1:8080/v1'],
    ['openai', 'https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
    ['openai-compatible', 'https://ark.example/api/v3', 'https://ark.example/api/v3'],
    ['openai-compatible', 'https://g.example/v1beta/openai', 'https://g.example/v1beta/openai'],
    ['google', 'https://g.example', 'https://g.example/v1beta'],
    ['google', 'https://g.example/v1beta/v1beta', 'https://g.example/v1beta'],
    ['google', 'https://g.example/v1', 'https://g.example/v1'],
  ])('makes an address of %s from %s', (type, written, expected) => {
    expect(normalizeBaseUrl(written, type, 'X')).toBe(expected);
    expect(normalizeBaseUrl(expected, type, 'X')).toBe(expected);
  });

  it.each(['localhost:8080', 'ftp://x', 'my server', ''])('refuses %s, naming where it stands', (written) => {
    expect(() => normalizeBaseUrl(written, 'openai', 'OPENAI_BASE_URL')).toThrow(/^OPENAI_BASE_URL is «/);
  });
});
