/** A WebAssembly file included in a build: compiled before anything runs. */
declare module '*.wasm?module' {
  const compiled: WebAssembly.Module
  export default compiled
}
