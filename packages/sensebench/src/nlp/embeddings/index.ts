/** Sentence embeddings, encoders and the ONNX engine. */
export { findOnnxRuntime, type OnnxRuntime, openSession, requireOnnxRuntime } from './onnx-runtime.ts';
