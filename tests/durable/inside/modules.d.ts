/** The test files by path, imported on demand. */
declare module 'earmark:suites' {
  const suites: Readonly<Record<string, () => Promise<unknown>>>
  export default suites
}
