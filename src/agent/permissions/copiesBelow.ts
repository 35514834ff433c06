import { gitCommandAt } from './shell/gitCommandAt.ts';
import { readsOnly } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName, type Word } from './shell/word.ts';

/** Words with which a program shows, packs or copies the files below a folder. */
const COPIES: Readonly<Record<string, RegExp>> = {
  '7z': /^a$/,
  cpio: /^-(?!-)\w*[op]|^--(?:cr|pa)/,
  gzip: /^-(?!-)\w*r|^--rec/,
  pax: /^-(?!-)\w*w/,
  rsync: /^-(?!-)\w*[adr]|^--(?:arc|dirs|rec|files-from)/,
  scp: /^-(?!-)\w*r/,
  // Behind a letter with a value stands the value.
  tar: /^-(?!-)[^bCfFgHIKLNTVX]*[cru]|^--(?:cr|ap|up)/,
  zip: /^-(?!-)\w*[rR]|^--recu/,
  zstd: /^-(?!-)[\dcdfkqtv]*r/,
};

const SAME: Readonly<Record<string, string>> = {
  '7za': '7z',
  '7zr': '7z',
  bsdcpio: 'cpio',
  bsdtar: 'tar',
  gtar: 'tar',
  pigz: 'gzip',
};

/** Whether a command hands on the text of files that it finds itself below a folder, or in a repository of this disk. */
export function copiesBelow(command: ShellCommand): boolean {
  const called = programName(command.words[0]);
  const args = command.words.slice(1);
  if (called === 'git') return checksOut(args);
  const name = (Object.hasOwn(SAME, called) && SAME[called]) || called;
  const sign = Object.hasOwn(COPIES, name) ? COPIES[name] : undefined;
  if (!sign) return false;
  // Its letters need no dash.
  if (name === 'tar' && /^[a-zA-Z]*[cru]/.test(args[0]?.text ?? '')) return true;
  return args.some((word) => sign.test(word.text));
}

/** What `diff` shows of: of folders, the files in them; undefined for another program. */
export function compared(command: ShellCommand): readonly Word[] | undefined {
  // Where it is known to only read, what is in its folders counts as named.
  if (!/^(?:color)?diff$/.test(programName(command.words[0])) || readsOnly(command).yes) return undefined;
  return command.words.slice(1).filter(({ text, known }) => known !== 'no' && !text.startsWith('-'));
}

/** Git's `clone` and `worktree add` put a second copy of the files in another folder. */
function checksOut(args: readonly Word[]): boolean {
  const [name, ...rest] = args.slice(gitCommandAt(args) ?? args.length);
  if (name?.text === 'worktree') return rest[0]?.text === 'add';
  if (name?.text !== 'clone') return false;
  const source = rest.find((word, i) => !word.text.startsWith('-') && !VALUED.test(rest[i - 1]?.text ?? ''));
  return source !== undefined && source.known !== 'no' && !isElsewhere(source.text);
}

/** Options of `git clone` that take the next word. */
const VALUED =
  /^(?:-[bcoju]|--(?:branch|bundle-uri|config|depth|jobs|origin|reference|reference-if-able|separate-git-dir|server-option|shallow-exclude|shallow-since|template|upload-pack))$/;

/** An address of another machine: `https://host/x`, `git@host:x`. */
function isElsewhere(source: string): boolean {
  return /^(?!file:)[a-z][\w+.-]*:\/\//i.test(source) || /^[\w.-]+(?:@[\w.-]+)?:(?!\/\/)/.test(source);
}
