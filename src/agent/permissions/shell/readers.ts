import { type Allowed, allowed } from './allowed.ts';

/** It prints its words or looks at nothing by them, whatever they are. */
const text = 'TEXT';

const search = `PATTERN -0123456789acEFGHhiIlLnoPqrsTUvwxyzZ -ABCmdD=text -e=pattern -f=patterns
  --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp=pattern --file=patterns --ignore-case
  --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match --max-count=text
  --byte-offset --line-number --line-buffered --with-filename --no-filename --label=text --only-matching --quiet
  --silent --binary-files=text --text --directories=text --recursive --include=text --exclude=text
  --exclude-dir=text --exclude-from=path --files-without-match --files-with-matches --count --initial-tab --null
  --before-context=text --after-context=text --context=text --color~text --colour~text --version --help`;

const sum = '-btz --binary --text --tag --zero';

/**
 * Programs that only read, with every argument that leaves it so. What is not here is nobody's promise: options
 * that write (`sort -o`), run something (`rg --pre`), read a list of files, follow the links below a folder, or
 * show the environment are left out, and so are those that another system reads in another way.
 */
const LISTS: Readonly<Record<string, string>> = {
  ':': text,
  arch: '<=0',
  base64: '-dD -w=text --decode --wrap=text',
  basename: text,
  cat: `-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs
    --show-nonprinting`,
  cd: '<=1 -LPe@',
  cksum: '',
  cmp: '-bls -in=text --print-bytes --verbose --quiet --silent --bytes=text --ignore-initial=text',
  column: '-tx -cso=text --table --separator=text --output-separator=text',
  comm: '-123z --check-order --nocheck-order --output-delimiter=text --total --zero-terminated',
  command: '-vV',
  cut: `-nsz -bcdf=text --bytes=text --characters=text --delimiter=text --fields=text --complement
    --only-delimited --output-delimiter=text --zero-terminated`,
  date: `-uR -d=text -I~text -r=path --date=text --iso-8601~text --rfc-3339=text --rfc-email --reference=path
    --utc --universal`,
  df: `-ahHiklPT -Btx=text --all --human-readable --si --inodes --local --portability --print-type --total
    --block-size=text --type=text --exclude-type=text --output~text`,
  // Through folders it follows links out of the workspace, so neither `-r` nor `-N`.
  diff: `-0123456789abBcdeEinpqstTuwyZ -UCWIFLDx=text --brief --unified~text --context~text --side-by-side --normal
    --ed --rcs --ignore-all-space --ignore-space-change --ignore-trailing-space --ignore-blank-lines --ignore-case
    --ignore-tab-expansion --ignore-matching-lines=text --strip-trailing-cr --color~text --text --minimal
    --width=text --suppress-common-lines --left-column --report-identical-files --label=text --expand-tabs
    --initial-tab --no-dereference --speed-large-files --show-c-function --show-function-line=text --exclude=text`,
  dirname: text,
  du: `-0abchklmsSx -Bdt=text --all --apparent-size --bytes --total --human-readable --si --summarize
    --separate-dirs --one-file-system --max-depth=text --exclude=text --block-size=text --threshold=text
    --time~text --time-style=text --inodes --null --count-links`,
  echo: text,
  egrep: search,
  expr: text,
  false: text,
  fgrep: search,
  file: `-bhiINnrE0 -Fe=text --brief --mime --mime-type --mime-encoding --no-dereference --extension
    --separator=text --exclude=text --raw --print0 --no-pad`,
  fold: '-# -bs -w=text --bytes --spaces --width=text',
  free: '<=0 -bkmghtlw --human --mega --giga --total --wide',
  grep: search,
  groups: text,
  head: '-# -qvz -cn=text --bytes=text --lines=text --quiet --silent --verbose --zero-terminated',
  hexdump: '-bcCdovx -ens=text --canonical --one-byte-octal --no-squeezing --length=text --skip=text',
  id: '-aGgnruzZ --group --groups --name --real --user --zero',
  jq: `PATTERN -acCejMnrRsS --ascii-output --compact-output --color-output --exit-status --join-output
    --monochrome-output --null-input --raw-output --raw-input --slurp --sort-keys --tab --seq --stream
    --indent=text --arg=pair --argjson=pair`,
  // Marks, colors and groups of folders come from where a link leads.
  ls: `-1aAbBcCdfgGhiklmnNopqQrRsStuUvxXZ --all --almost-all --author --escape --block-size=text --color~never
    --directory --format=text --full-time --no-group --human-readable --si --hide=text --inode --ignore=text
    --kibibytes --numeric-uid-gid --literal --quote-name --quoting-style=text --reverse --recursive --size
    --sort=text --time=text --time-style=text --tabsize=text --width=text --zero --context`,
  md5sum: sum,
  nl: '-p -bdfhilnsvw=text --body-numbering=text --number-width=text --number-format=text --number-separator=text',
  nproc: '<=0 --all --ignore=text',
  od: `-abcdfilosxv -AjNt=text -w~text --address-radix=text --skip-bytes=text --read-bytes=text --format=text
    --output-duplicates --width~text --endian=text`,
  paste: '-sz -d=text --serial --delimiters=text --zero-terminated',
  pwd: '<=0 -LP --logical --physical',
  readlink: `-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent
    --verbose --zero`,
  realpath: `-eLmPqsz --relative-to=path --relative-base=path --no-symlinks --quiet --strip --zero
    --canonicalize-existing --canonicalize-missing --logical --physical`,
  rev: '',
  rg: `PATTERN -.0abcFHhiIlnNopPqsSuUvVwx -ABCmMgtTjrEd=text -e=pattern -f=patterns --after-context=text
    --before-context=text --context=text --binary --block-buffered --byte-offset --case-sensitive --color=text
    --colors=text --column --context-separator=text --count --count-matches --crlf --encoding=text --engine=text
    --file=patterns --files:pattern --files-with-matches --files-without-match --fixed-strings --glob=text
    --glob-case-insensitive --heading --hidden --iglob=text --ignore-case --ignore-file=path --invert-match --json
    --line-buffered --line-number --line-regexp --max-columns=text --max-columns-preview --max-count=text
    --max-depth=text --maxdepth=text --max-filesize=text --mmap --multiline --multiline-dotall --no-config
    --no-filename --no-follow --no-heading --no-hidden --no-ignore --no-ignore-dot --no-ignore-exclude
    --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs
    --no-line-number --no-messages --no-mmap --no-require-git --no-unicode --null --null-data --one-file-system
    --only-matching --passthru --path-separator=text --pcre2 --pretty --quiet --regexp=pattern --replace=text
    --smart-case --sort=text --sortr=text --stats --text --threads=text --trim --type=text --type-add=text
    --type-list:pattern --type-not=text --unrestricted --version --vimgrep --with-filename --word-regexp`,
  sed: `PATTERN -nErsuz -e=pattern --quiet --silent --regexp-extended --expression=pattern --separate --unbuffered
    --null-data`,
  seq: text,
  sha1sum: sum,
  sha224sum: sum,
  sha256sum: sum,
  sha384sum: sum,
  sha512sum: sum,
  sleep: text,
  sort: `-bcCdfghiMmnrRsuVz -ktS=text --key=text --field-separator=text --buffer-size=text --parallel=text
    --batch-size=text --reverse --numeric-sort --unique --stable --version-sort --human-numeric-sort
    --general-numeric-sort --ignore-case --ignore-leading-blanks --ignore-nonprinting --dictionary-order
    --month-sort --random-sort --check~text --merge --zero-terminated --sort=text --debug`,
  stat: '-fLtx -c=text --format=text --printf=text --file-system --terse --dereference',
  tac: '-br -s=text --before --regex --separator=text',
  tail: `-# -fFqvz -cns=text --bytes=text --lines=text --follow~text --retry --pid=text --sleep-interval=text
    --quiet --silent --verbose --zero-terminated`,
  tr: text,
  true: text,
  type: '-afptP',
  uname: `-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
    --operating-system`,
  uniq: `<=1 -# -cdDiuz -fsw=text --count --repeated --all-repeated~text --ignore-case --unique --zero-terminated
    --skip-fields=text --skip-chars=text --check-chars=text --group~text`,
  uptime: '<=0 -ps --pretty --since',
  wc: '-clmwL --bytes --chars --lines --words --max-line-length --total=text',
  which: '-as --all',
  whoami: '<=0',
  // It looks at the first letter of an option alone.
  xxd: '<=1 SINGLE -abeEipuC -cglso=text',
};

export const READERS: ReadonlyMap<string, Allowed> = new Map(
  Object.entries(LISTS).map(([name, list]) => [name, allowed(list)]),
);

/**
 * What says the version of a program and runs nothing. Not among them: programs that a file of the project
 * replaces by another one (`yarn`, `pnpm`, `cargo`, `rustc`, `go`).
 */
export const SAYS_VERSION: ReadonlySet<string> = new Set([
  ...`bun clang clang++ cmake deno docker g++ gcc git make node npm npx php pip pip3 python
    python3 ruby`
    .split(/\s+/)
    .map((name) => `${name} --version`),
  ...['bun -v', 'deno -V', 'make -v', 'node -v', 'npm -v', 'php -v'],
  ...['python -V', 'python3 -V', 'ruby -v'],
]);
