/** What a Hugging Face folder says about its model: config.json and generation_config.json, read as `generate` reads them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../core/index.ts';
import { readJson } from '../../files/index.ts';
import type { GenerationRules } from './generative-model.ts';

const idsSchema = z.union([z.number(), z.array(z.number())]).nullish();

const settingsSchema = z.looseObject({
  eos_token_id: idsSchema,
  pad_token_id: z.number().nullish(),
  bos_token_id: z.number().nullish(),
  decoder_start_token_id: idsSchema,
  forced_bos_token_id: z.number().nullish(),
  forced_eos_token_id: idsSchema,
  length_penalty: z.number().nullish(),
  early_stopping: z.union([z.boolean(), z.literal('never')]).nullish(),
  no_repeat_ngram_size: z.number().nullish(),
  repetition_penalty: z.number().nullish(),
  min_length: z.number().nullish(),
  min_new_tokens: z.number().nullish(),
  bad_words_ids: z.array(z.array(z.number()).min(1)).nullish(),
  suppress_tokens: z.array(z.number()).nullish(),
  begin_suppress_tokens: z.array(z.number()).nullish(),
});

const configSchema = z.looseObject({
  ...settingsSchema.shape,
  is_encoder_decoder: z.boolean().nullish(),
  architectures: z.array(z.string()).nullish(),
  n_positions: z.number().nullish(),
  max_position_embeddings: z.number().nullish(),
});

export interface FolderConfig {
  seq2seq: boolean;
  rules: GenerationRules;
  pad: number;
  /** First token of the decoder of a seq2seq model. */
  start: number;
  /** How many tokens fit, where that is limited. */
  positions?: number;
}

/** Heads that sort texts or tokens; they write nothing. */
const SORTS = /For(?:Sequence|Token|Image|Audio)Classification$|ForQuestionAnswering$|ForMultipleChoice$|ForMaskedLM$/;

export async function readFolderConfig(folder: string): Promise<FolderConfig> {
  const file = join(folder, 'config.json');
  if (!existsSync(file))
    throw new InputError('has no config.json', { file: folder, expected: 'a folder as optimum-cli export onnx writes it' });
  const config = await readJson(file, configSchema);
  const sorting = config.architectures?.find((name) => SORTS.test(name));
  if (sorting)
    throw new InputError(`is a ${sorting}, and onnx: needs a model that writes text`, { file, expected: 'a seq2seq or causal model' });
  const generation = join(folder, 'generation_config.json');
  const said = existsSync(generation) ? await readJson(generation, settingsSchema) : {};
  const settings = { ...withoutNull(config), ...withoutNull(said) } as z.infer<typeof settingsSchema>;
  const end = toList(settings.eos_token_id);
  if (end.length === 0) throw new InputError('names no eos_token_id, so that no text would end', { file });
  const [start = settings.bos_token_id ?? settings.pad_token_id ?? 0] = toList(settings.decoder_start_token_id);
  return {
    seq2seq: config.is_encoder_decoder ?? false,
    pad: settings.pad_token_id ?? end[0],
    start,
    positions: config.n_positions ?? config.max_position_embeddings ?? undefined,
    rules: toRules(settings, end),
  };
}

function toRules(settings: z.infer<typeof settingsSchema>, end: number[]): GenerationRules {
  const [forcedEnd] = toList(settings.forced_eos_token_id);
  return {
    end,
    lengthPenalty: settings.length_penalty ?? 1,
    earlyStopping: settings.early_stopping ?? false,
    noRepeatNgram: settings.no_repeat_ngram_size ?? 0,
    repetitionPenalty: settings.repetition_penalty ?? 1,
    minLength: settings.min_length ?? 0,
    minNewTokens: settings.min_new_tokens ?? 0,
    ...(settings.forced_bos_token_id == null ? {} : { forcedBegin: settings.forced_bos_token_id }),
    ...(forcedEnd === undefined ? {} : { forcedEnd }),
    // A bad word that is the end token alone is ignored, as in transformers.
    badWords: (settings.bad_words_ids ?? []).filter((words) => !(words.length === 1 && end.includes(words[0]))),
    suppressed: settings.suppress_tokens ?? [],
    suppressedFirst: settings.begin_suppress_tokens ?? [],
  };
}

function toList(ids: number | number[] | null | undefined): number[] {
  return ids == null ? [] : typeof ids === 'number' ? [ids] : ids;
}

function withoutNull(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
}
