import type { Claims } from '../tools/tool.ts';
import { scopesIn } from './writeScope.ts';

/**
 * Puts the calls of one answer in waves (W4): waves run one after another, the calls of a wave at
 * once. Pure: the same claims give the same plan. Gives the calls' indices, wave by wave, in the
 * order they were asked.
 *
 * Unclaimed and read-only calls are in the first wave. A claimed one joins the first wave without a
 * conflict, though never one before an earlier call that writes to the same place: two changes of a
 * file are made in the order they were asked for.
 */
export function planWaves(claims: readonly (Claims | undefined)[], cwd: string): number[][] {
  const waves: Wave[] = [];
  const scopes = new ScopeIndex();
  const scopeOf = scopesIn(cwd);
  // Where an exclusive call is looked for: every wave before it has a writer.
  let free = 0;
  for (const [index, claim] of claims.entries()) {
    const need = needOf(claim, scopeOf);
    let at = firstCandidate(need, scopes, free);
    while (blocks(waves[at], need)) at++;
    if (need.kind === 'exclusive') free = at + 1;
    const wave = (waves[at] ??= { calls: [], writers: false, exclusive: false });
    wave.calls.push(index);
    if (need.kind === 'nothing') continue;
    wave.writers = true;
    if (need.kind === 'exclusive') wave.exclusive = true;
    else for (const scope of need.scopes) scopes.note(scope, at);
  }
  return waves.map((wave) => wave.calls);
}

/** True when one of two claims would have to wait for the other. */
export function claimsConflict(a: Claims | undefined, b: Claims | undefined, cwd: string): boolean {
  return planWaves([a, b], cwd).length > 1;
}

interface Wave {
  readonly calls: number[];
  writers: boolean;
  exclusive: boolean;
}

type Need =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'exclusive' }
  | { readonly kind: 'paths'; readonly scopes: readonly string[] };

function needOf(claim: Claims | undefined, scopeOf: (path: string) => string): Need {
  if (claim?.exclusive) return { kind: 'exclusive' };
  if (!claim?.paths || claim.paths.length === 0) return { kind: 'nothing' };
  return { kind: 'paths', scopes: claim.paths.map(scopeOf) };
}

function firstCandidate(need: Need, scopes: ScopeIndex, free: number): number {
  if (need.kind === 'exclusive') return free;
  return need.kind === 'paths' ? 1 + Math.max(-1, ...need.scopes.map((scope) => scopes.lastWave(scope))) : 0;
}

/** Paths in a wave that conflict are not looked for here: `ScopeIndex` has put the call behind them. */
function blocks(wave: Wave | undefined, need: Need): boolean {
  if (!wave || need.kind === 'nothing') return false;
  return need.kind === 'exclusive' ? wave.writers : wave.exclusive;
}

/** The last wave in which a write scope, or one that holds it or lies below it, was taken. */
class ScopeIndex {
  readonly #taken = new Map<string, number>();
  readonly #takenBelow = new Map<string, number>();

  note(scope: string, wave: number): void {
    raise(this.#taken, scope, wave);
    for (const above of foldersAbove(scope)) raise(this.#takenBelow, above, wave);
  }

  /** -1 when none was taken. */
  lastWave(scope: string): number {
    let last = Math.max(this.#taken.get(scope) ?? -1, this.#takenBelow.get(scope) ?? -1);
    for (const above of foldersAbove(scope)) last = Math.max(last, this.#taken.get(above) ?? -1);
    return last;
  }
}

function raise(map: Map<string, number>, key: string, value: number): void {
  map.set(key, Math.max(map.get(key) ?? -1, value));
}

/** `/a/b` → `/a`, and the root, which is the empty text. */
function* foldersAbove(scope: string): Generator<string> {
  for (let at = scope.lastIndexOf('/'); at >= 0; at = scope.lastIndexOf('/', at - 1)) {
    yield scope.slice(0, at);
    if (at === 0) return;
  }
}
