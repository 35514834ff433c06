import { gitCommandAt } from './shell/gitCommandAt.ts';
import { readsOnly } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName, type Word } from './shell/word.ts';

/**
 * The options with which a program keeps to the files that it is given, and opens no folder. A name that is cut short
 * is none of them, and behind a letter with a value may stand anything.
 */
const KEEPS_TO_FILES: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    cpio: '-[iabdkmntuvV]*(?:[FIHED].*)?|--(?:extract|list|make-directories|unconditional|verbose|quiet)',
    diff: `-[0-9abBcdeEilnNpPqrstTuvwyZH]*(?:[UCWFILDxXSwo].*)?|--(?:brief|color|context|ed|exclude|exclude-from|
      expand-tabs|ignore-all-space|ignore-blank-lines|ignore-case|ignore-file-name-case|ignore-matching-lines|
      ignore-space-change|ignore-tab-expansion|ignore-trailing-space|initial-tab|label|left-column|minimal|new-file|
      no-dereference|normal|paginate|rcs|recursive|report-identical-files|show-c-function|show-function-line|
      side-by-side|speed-large-files|strip-trailing-cr|suppress-blank-empty|suppress-common-lines|tabsize|text|
      unidirectional-new-file|unified|version|width)(?:=.*)?`,
    fd: `-[HIuisgFaLpl01qhV]*(?:[dteESjco].*)?|--(?!exec)[a-z-]+(?:=.*)?`,
    grep: `-[0-9acEFGHhiIlLnoPqsTUuVvwxyZz]*(?:[ABCDefm].*)?|--(?:directories=(?:skip|read)|(?:after-context|
      basic-regexp|before-context|binary-files|binary|byte-offset|colou?r|context|count|exclude|exclude-dir|exclude-from|
      extended-regexp|file|files-with-matches|files-without-match|fixed-strings|help|ignore-case|include|initial-tab|
      invert-match|label|line-buffered|line-number|line-regexp|max-count|no-filename|no-ignore-case|no-messages|null|
      null-data|only-matching|perl-regexp|quiet|regexp|silent|text|version|with-filename|word-regexp)(?:=.*)?)`,
    gzip: `-[0-9cdfhklLnNqtvV]+|-S.*|--(?:stdout|to-stdout|decompress|uncompress|force|help|keep|list|license|no-name|name|
      quiet|silent|suffix|suffix=.*|test|verbose|version|fast|best|rsyncable|synchronous)`,
    lz4: `-[0-9cdDfhHklmqtvVz]+|-B[0-9DIX]*|--(?:rm|best|fast(?:=[0-9]+)?|list|version|no-frame-crc|content-size)`,
    pax: '-[rvkdnuizj]*(?:[fspxb].*)?',
    rsync: `-[vqchzPnuItpogDHlLWxiSb]+|-e.*|--(?:append|append-verify|checksum|compress|copy-links|dry-run|existing|help|
      human-readable|ignore-existing|inplace|links|mkpath|numeric-ids|partial|perms|progress|quiet|
      remove-source-files|stats|times|update|verbose|version)|--(?:bwlimit|chmod|chown|info|rsh|timeout)=.*`,
    scp: '-[346ABCOpqTv]*(?:[cDFiJloPSX].*)?',
    // Without a folder's own letter, an archive is only looked into.
    tar: `-[aBhijJkmnoOpPsStUvwWxzZ]*(?:[bCfFgIKLNTVX].*)?|--(?:absolute-names|auto-compress|bzip2|extract|get|gunzip|gzip|
      keep-newer-files|keep-old-files|list|lzma|no-same-owner|no-same-permissions|numeric-owner|one-top-level|overwrite|
      preserve-permissions|same-owner|same-permissions|skip-old-files|to-stdout|touch|totals|ungzip|unlink-first|
      verbose|version|wildcards|xz|zstd)|--(?:directory|exclude|file|one-top-level|strip-components|transform|warning|
      xform)(?:=.*)?`,
    zip: '-[0-9AcdDeFfghijJklLmnoPqstTuvxXyz]+',
    zstd: `-[0-9cdDfhHklMoqtTvVz]+|--(?:adapt|check|compress|decompress|fast|fast=[0-9]+|force|format=[a-z]+|help|keep|list|long|
      long=[0-9]+|no-check|no-progress|progress|quiet|rm|rsyncable|single-thread|sparse|stdout|test|threads=[0-9]+|ultra|
      uncompress|verbose|version)`,
  }).map(([name, options]) => [name, new RegExp(`^(?:${options.replace(/\s+/g, '')})$`, 's')]),
);

const SAME: Readonly<Record<string, string>> = {
  bsdcpio: 'cpio',
  bsdtar: 'tar',
  fdfind: 'fd',
  gtar: 'tar',
  jar: 'tar',
  ...Object.fromEntries(
    ['gunzip', 'gzcat', 'pigz', 'uncompress', 'unpigz', 'zcat'].map((name) => [name, 'gzip']),
  ),
  ...Object.fromEntries(['lz4c', 'lz4cat', 'unlz4'].map((name) => [name, 'lz4'])),
  ...Object.fromEntries(['pzstd', 'unzstd', 'zstdcat', 'zstdmt'].map((name) => [name, 'zstd'])),
};

/** Programs that look for what they pack or show below the folders that they are given, whatever the options. */
const GOES_BELOW =
  /^(?:7z[arz]*|rar|genisoimage|mkisofs|mksquashfs|shar|star|rgrep|rg|ag|ack(?:-grep)?|ugrep|ast-grep|sift|ucg)$/;
/** The first words with which they do not. */
const ONLY_LOOKS: Readonly<Record<string, RegExp>> = { rar: /^[eltvx]/, '7z': /^(?:[bdehiltx]|rn)$/ };

/** Other systems of versions, and what of them shows no file's text. */
const VERSIONS = /^(?:bzr|darcs|fossil|hg|jj|svn)$/;
const SHOWS_NO_TEXT =
  /^(?:add|bookmarks?|branch(?:es)?|checkout|ci|clone|co|commit|describe|git|info|init|list|ls|merge|mkdir|move|mv|new|paths|pull|push|rename|resolve|revert|rm|st|status|switch|tags?|up|update|version)$/;

/** Variables that put options before those of the words. */
const ADDS_OPTIONS = /^(?:GREP_OPTIONS|GZIP|PIGZ|RSYNC_\w+|TAR_OPTIONS|TAR_READER_OPTIONS|ZIP|ZIPOPT)=/;

/**
 * Whether a command hands on the text of files that it finds itself below a folder, or in a repository of this disk.
 * `line`: all commands of its line.
 */
export function copiesBelow(command: ShellCommand, line: readonly ShellCommand[]): boolean {
  const called = programName(command.words[0]);
  const args = command.words.slice(1);
  if (called === 'git') return checksOut(args);
  const first = args[0]?.text ?? '';
  if (VERSIONS.test(called))
    return !SHOWS_NO_TEXT.test(first) || args.some(({ text }) => /^--(?:config|interactive)|^-i/.test(text));
  if (GOES_BELOW.test(called)) return !ONLY_LOOKS[called.replace(/^7z.*/, '7z')]?.test(first);
  const options = keepsToFiles(called);
  if (!options) return false;
  // Its letters need no dash.
  const isBare = /^(?:bsd|g)?tar$|^jar$/.test(called) && !first.startsWith('-');
  const words = isBare ? [`-${first}`, ...textsOf(args.slice(1))] : textsOf(args);
  return words.some((text) => /^-./.test(text) && !options.test(text)) || line.some(addsOptions);
}

function textsOf(words: readonly Word[]): readonly string[] {
  return words.map(({ text }) => text);
}

/** Programs with grep's options; others of such a name look for processes, or below folders. */
const GREPS = /^(?:[aefz]|bz|lz|pcre2?|xz|zstd)?grep$/;

function keepsToFiles(called: string): RegExp | undefined {
  const name = GREPS.test(called) ? 'grep' : (Object.hasOwn(SAME, called) && SAME[called]) || called;
  return Object.hasOwn(KEEPS_TO_FILES, name) ? KEEPS_TO_FILES[name] : undefined;
}

function addsOptions({ words, values, assignments }: ShellCommand): boolean {
  return [...textsOf([...words, ...values]), ...assignments].some((text) => ADDS_OPTIONS.test(text));
}

/** Programs that compare files, and of two folders, those in them. */
const COMPARES = /^(?:(?:color|dw|ic|s|vim|w)?diff|delta|difft(?:astic)?)$/;

/** What a program that compares shows of: of folders, the files in them; undefined for another program. */
export function compared(command: ShellCommand): readonly Word[] | 'any' | undefined {
  // Where it is known to only read, what is in its folders counts as named.
  if (!COMPARES.test(programName(command.words[0])) || readsOnly(command).yes) return undefined;
  const args = command.words.slice(1);
  if (args.some(({ text }) => /^-./.test(text) && !KEEPS_TO_FILES.diff?.test(text))) return 'any';
  return args.filter(({ known, text }) => known !== 'no' && !text.startsWith('-'));
}

/** Git's `clone`, `submodule add` and `worktree add` put a second copy of the files in another folder. */
function checksOut(args: readonly Word[]): boolean {
  const [name, ...rest] = args.slice(gitCommandAt(args) ?? args.length);
  if (name?.text === 'worktree') return rest[0]?.text === 'add';
  const from = name?.text === 'clone' ? rest : name?.text === 'submodule' ? behindAdd(rest) : [];
  const source = from.find((word, i) => !word.text.startsWith('-') && !VALUED.test(from[i - 1]?.text ?? ''));
  return source !== undefined && source.known !== 'no' && !isElsewhere(source.text);
}

function behindAdd(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ text }) => text === 'add');
  return at < 0 ? [] : words.slice(at + 1);
}

/** Options of both that take the next word. */
const VALUED =
  /^(?:-[bcoju]|--(?:branch|bundle-uri|config|depth|jobs|name|origin|reference|reference-if-able|separate-git-dir|server-option|shallow-exclude|shallow-since|template|upload-pack))$/;

/** An address of another machine: `https://host/x`, `git@host:x`. */
function isElsewhere(source: string): boolean {
  return /^(?!file:)[a-z][\w+.-]*:\/\//i.test(source) || /^[\w.-]+(?:@[\w.-]+)?:(?!\/\/)/.test(source);
}
