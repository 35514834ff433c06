import type { MarkdownIt } from 'markdown-it';

/** `- [ ] to do` and `- [x] done` as list items with a box that shows, and cannot be changed. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task-lists', (state) => {
    state.tokens.forEach((token, index) => {
      const item = state.tokens[index - 2];
      const box = /^\[([ xX])\]\s+/.exec(token.content);
      if (token.type !== 'inline' || item?.type !== 'list_item_open' || !box) return;
      const done = box[1] !== ' ';
      const text = token.children?.[0];
      if (!text) return;
      text.content = text.content.slice(box[0].length);
      const mark = new state.Token('html_inline', '', 0);
      mark.content =
        `<i class="codicon codicon-${done ? 'pass-filled' : 'circle-large-outline'}" role="img" ` +
        `aria-label="${done ? 'done' : 'to do'}"></i>`;
      token.children?.unshift(mark);
      item.attrJoin('class', done ? 'task done' : 'task');
    });
  });
}
