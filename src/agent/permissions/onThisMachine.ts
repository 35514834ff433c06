import type { Word } from './shell/word.ts';

/** Programs that run others in containers. */
const CONTAINERS = /^(?:docker|nerdctl|podman)$/;
/** Options before a volume (`FOLDER:/CONTAINER'S`) and before the container's folder to work in. */
const VOLUME = /^(?:-[dit]*v|--volume)$/;
const WORKDIR = /^(?:-[dit]*w|--workdir)$/;

/**
 * The arguments of a program as far as they name places of this machine: of a container's volume only what it is
 * here, and not the folder that the container works in. What may be an option of its own is left as it is.
 */
export function onThisMachine(name: string, args: readonly Word[]): readonly Word[] {
  const at = /^(?:compose|container)$/.test(args[0]?.text ?? '') ? 1 : 0;
  if (!CONTAINERS.test(name) || !/^(?:create|exec|run)$/.test(args[at]?.text ?? '')) return args;
  return args.flatMap((word, i) => {
    const before = args[i - 1]?.text ?? '';
    const [, option = '', value = ''] = /^(?:(--[a-z]+)=)?([\s\S]*)$/.exec(word.text) ?? [];
    const is = (asked: RegExp) => asked.test(option || before);
    if (is(WORKDIR) && value.startsWith('/')) return [];
    // A letter alone is a drive.
    const folder = /^([^-:a-z][^:]*|[a-z][^:]+):\//i.exec(value)?.[1];
    if (!is(VOLUME) || folder === undefined) return [word];
    return [{ ...word, text: option === '' ? folder : `${option}=${folder}` }];
  });
}
