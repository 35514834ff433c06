import type { ModelInfo } from './model.ts';

type Traits = Omit<ModelInfo, 'id' | 'name' | 'description'>;

/** What is assumed of a model nobody has heard of. */
const DEFAULT_TRAITS: Traits = { contextWindow: 128_000, images: true, pdfs: false, thinking: [] };

const EFFORTS = ['low', 'medium', 'high'];
const CLAUDE: Traits = { contextWindow: 200_000, images: true, pdfs: true, thinking: EFFORTS };
const GPT: Traits = { contextWindow: 400_000, images: true, pdfs: true, thinking: EFFORTS };
const GEMINI: Traits = { contextWindow: 1_048_576, images: true, pdfs: true, thinking: EFFORTS };

/**
 * Traits by name, first match wins. Names are looked for anywhere in the id, since a router's id has
 * its maker in front (`anthropic/claude-opus-5-5`). Windows that are not known for sure stand at what
 * the family has had at least: compaction then comes early, never too late.
 */
const KNOWN: readonly (readonly [RegExp, Traits])[] = [
  [/claude-3|claude-2/, { ...CLAUDE, thinking: [] }],
  [/claude/, CLAUDE],
  [/gpt-4\.1/, { ...GPT, contextWindow: 1_047_576, thinking: [] }],
  [/gpt-4o|gpt-4-turbo|chatgpt/, { ...GPT, contextWindow: 128_000, thinking: [] }],
  [/gpt-4/, { ...GPT, contextWindow: 8192, images: false, pdfs: false, thinking: [] }],
  [/gpt-3/, { ...GPT, contextWindow: 16_385, images: false, pdfs: false, thinking: [] }],
  [/gpt-5[^/]*-chat/, { ...GPT, contextWindow: 128_000, thinking: [] }],
  [/gpt-oss/, { ...DEFAULT_TRAITS, contextWindow: 131_072, images: false, thinking: EFFORTS }],
  [/gpt-\d/, GPT],
  [/(^|\/)o[134](-|$)/, { ...GPT, contextWindow: 200_000 }],
  [/gemini-(1|2\.0)/, { ...GEMINI, thinking: [] }],
  [/gemini/, GEMINI],
  [/deepseek/, { ...DEFAULT_TRAITS, contextWindow: 128_000, images: false }],
  [/qwen.*coder|kimi|glm|devstral|codestral/, { ...DEFAULT_TRAITS, contextWindow: 131_072, images: false }],
  [/llama-?3/, { ...DEFAULT_TRAITS, contextWindow: 131_072, images: false }],
];

/** What is known of a model by its name; a sane guess for one that is not known. */
export function modelInfo(provider: string, name: string): ModelInfo {
  const traits = KNOWN.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? DEFAULT_TRAITS;
  return { id: `${provider}/${name}`, name, ...traits };
}

/** Names offered for a provider at its own address; the first is the default. Any other name works too. */
export const OFFERED: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
  openai: ['gpt-6-astra', 'gpt-6.1-sol', 'gpt-6-luna', 'gpt-5.5', 'gpt-5.4-mini'],
  google: ['gemini-4-argon', 'gemini-4-hydrogen', 'gemini-3.8-flash', 'gemini-3.5-flash-lite'],
};
