/** Who hears about a long request, by the token it carries. */
export class ProgressBoard {
  readonly #listeners = new Map<string, (message: string) => void>();

  /** Calling the result ends it. */
  listen(token: string, listener: (message: string) => void): () => void {
    this.#listeners.set(token, listener);
    return () => this.#listeners.delete(token);
  }

  tell(token: string, message: string): void {
    this.#listeners.get(token)?.(message);
  }
}
