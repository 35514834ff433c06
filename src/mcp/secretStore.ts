/** Where tokens are kept between runs. Values are never logged. */
export interface SecretStore {
  /** Undefined when nothing is kept under the key. */
  get(key: string): Promise<string | undefined>;
  /** Undefined deletes. */
  set(key: string, value: string | undefined): Promise<void>;
}

/** Keeps secrets for as long as the process lives. */
export function memorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    async set(key, value) {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
    },
  };
}
