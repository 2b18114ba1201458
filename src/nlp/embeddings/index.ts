/** Sentence embeddings, encoders and the ONNX engine. */
export { silenceOnnxRuntime } from './onnx-runtime.ts';
