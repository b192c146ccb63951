/** A file of WebAssembly as a build takes it along: compiled before anything runs. */
declare module '*.wasm?module' {
  const compiled: WebAssembly.Module
  export default compiled
}
