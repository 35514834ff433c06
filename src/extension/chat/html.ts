import { randomBytes } from 'node:crypto';

export interface HtmlParts {
  /** Address of dist/ and of media/ as the view reaches them. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly cspSource: string;
  readonly language: string;
}

/**
 * The page of the chat view. Scripts run by nonce only, and what they import from our own folder;
 * nothing is fetched from anywhere else, so that no text of a model can send anything out.
 */
export function chatHtml(
  { script, styles, cspSource, language }: HtmlParts,
  nonce = randomBytes(16).toString('base64'),
) {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${cspSource}`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join('; ');
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n  ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
  ${links}
  <title>Vakil</title>
</head>
<body>
  <div id="root"></div>
  <script type="module" nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
