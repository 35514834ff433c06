import type { Word } from './shell/word.ts';

/** Settings of git, with their values, that have no command show more of files. */
export const CALM_KEY =
  /^(?:advice|branch|color|fetch|gc|http|init|protocol|pull|push|rebase|safe|user)\.|^remote\.[^=]*\.(?:url|fetch|pushurl)=|^core\.(?:autocrlf|eol|filemode|ignorecase|longpaths|quotepath|pager=cat$)|^(?:commit|tag)\.gpgsign=|^credential\.helper=[^!]*$|^merge\.(?:ff|conflictstyle)=|^diff\.(?:algorithm|colorMoved|renames)=/i;

/**
 * Whether a word is sure to name commits: a tag may be the name of a file's text, and a hash is one. So it is what git
 * calls `HEAD`, a name that is common for branches, or the forebear of anything.
 */
export function isCommit({ text, known }: Word): boolean {
  return known === 'yes' && text.split(/\.{2,3}/).every((name) => name === '' || COMMIT.test(name));
}

const COMMIT =
  /^\^?(?:(?:HEAD|@|ORIG_HEAD|MERGE_HEAD|CHERRY_PICK_HEAD|stash|main|master|develop|(?:origin|upstream)\/[\w./-]+)(?:@\{[^{}:]*\})*|@\{[^{}:]*\}|[\w./-]+(?:[~^]\d*|\^\{commit\}))(?:[~^]\d*|\^\{commit\})*$/;
