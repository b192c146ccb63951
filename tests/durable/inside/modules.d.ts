/** Test files by their paths, which are imported when they are asked for. */
declare module 'earmark:suites' {
  const suites: Readonly<Record<string, () => Promise<unknown>>>
  export default suites
}
