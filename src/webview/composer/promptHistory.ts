/** The person's own prompts, walked with the arrow keys; what was being typed waits at the newer end. */
export class PromptHistory {
  #back = 0;
  #draft = '';

  /** True while an earlier prompt is shown instead of what was typed. */
  get walking(): boolean {
    return this.#back > 0;
  }

  /** The next older prompt of `prompts` (oldest first), or undefined when there is none. */
  older(prompts: readonly string[], typed: string): string | undefined {
    if (this.#back >= prompts.length) return undefined;
    if (this.#back === 0) this.#draft = typed;
    this.#back++;
    return prompts[prompts.length - this.#back];
  }

  /** The next newer prompt; behind the newest what was being typed. */
  newer(prompts: readonly string[]): string | undefined {
    if (this.#back === 0) return undefined;
    this.#back--;
    return this.#back === 0 ? this.#draft : prompts[prompts.length - this.#back];
  }

  /** The text was changed or sent: it is what is being typed now. */
  leave(): void {
    this.#back = 0;
    this.#draft = '';
  }
}
