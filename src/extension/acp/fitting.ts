import type * as z from 'zod';

/** The members of a list that fit a schema; anything but a list is an empty one. */
export function fitting<T extends z.ZodType>(list: unknown, schema: T): z.output<T>[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
