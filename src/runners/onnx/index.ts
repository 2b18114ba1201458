/** Local models in ONNX. */
export { loadOnnxRunner, type OnnxFolderOptions } from './load-onnx-folder.ts';
export type { DecodingParams } from './onnx-runner.ts';
