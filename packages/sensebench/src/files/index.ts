/** Files: reading and writing at the edges, with errors that name file, line and field. */
export { checkFolder, createFolder } from './create-folder.ts';
export { formatCsv, readCsv, writeCsv } from './csv.ts';
export {
  checkDatasetFormat,
  DATASET_FORMAT,
  type DatasetManifest,
  isFolder,
  isInside,
  ledgerRowSchema,
  listedFiles,
  readDatasetManifest,
  splitFile,
} from './dataset-folder.ts';
export { type Checked, checkWith, type Mistake } from './describe-issues.ts';
export { hashFile, sha256 } from './hash.ts';
export { importModule } from './import-module.ts';
export { jsonPieces, parseJson, parseWith, readJson, readJsonl, readRows, stableJson, writeJson, writeJsonl } from './json.ts';
export { checkLease, type Lease, type LeaseOptions, takeLease } from './lease.ts';
export { listFiles } from './list-files.ts';
export { fileError, hubHint, isHubId, missingFile, nameOf, openFile } from './open-file.ts';
export { parquetBytes, readParquet, writeParquet } from './parquet.ts';
export { type Line, readBytes, readLines, readText } from './read-lines.ts';
export { EVIDENCE_FILE, type EvaluatedRun, type RunScores, readRun, readScoredRun } from './read-run.ts';
export { createRowFile, openScratch, type RowFile, type ScratchFile } from './row-file.ts';
export {
  endedSchema,
  nbestSchema,
  openRun,
  predictionKey,
  predictionSchema,
  type RunFolder,
  type RunManifest,
  readPredictions,
  readRunManifest,
  runManifestSchema,
  runPredictionSchema,
  scoresSchema,
  usageSchema,
} from './run-folder.ts';
export { openPromptLog, type PromptLog, type PromptPlace, readRunPrompts, type StoredMessage } from './run-prompts.ts';
export { fromTexts, type SchemaField, schemaFields } from './schema-fields.ts';
export { inBoth, type SortedTexts, sortTexts } from './sort-texts.ts';
export { createTextNumbers, type TextNumbers } from './text-numbers.ts';
export { writeArchive } from './write-archive.ts';
export { inBlocks, writeChunks, writeFileAtomic, writeLines, writePieces } from './write-file.ts';
export { type Cell, readXlsx, readXlsxParts, type Sheet, type WrittenSheet, writeXlsx } from './xlsx.ts';
export { parseYaml, readYaml, writeYaml, yamlLineOf } from './yaml.ts';
export { readArchive, readZipEntry } from './zip-entry.ts';
