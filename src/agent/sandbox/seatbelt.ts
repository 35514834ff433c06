import type { SandboxPolicy } from './policy.ts';

/** A profile of sandbox-exec(1), in its own language: later rules go over earlier ones. */
export function seatbeltProfile(policy: SandboxPolicy): string {
  const places = (folders: readonly string[]) =>
    folders.map((folder) => `(subpath ${quote(folder)})`).join(' ');
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    ...(policy.writable.length > 0 ? [`(allow file-write* ${places(policy.writable)})`] : []),
    ...policy.pinned.map((folder) => `(deny file-write-unlink (literal ${quote(folder)}))`),
    ...(policy.protected.length > 0 ? [`(deny file-write* ${places(policy.protected)})`] : []),
    ...(policy.network ? [] : ['(deny network*)']),
  ].join('\n');
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
