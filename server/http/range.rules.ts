/**
 * The part that a Range header requests (RFC 9110, 14.1.2); both ends are inclusive.
 * @param size in bytes
 * @returns null for the whole, even if several parts are requested; `none` if there is no such part
 */
export function requestedRange(
  range: string | undefined,
  size: number,
): { from: number; to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  // A range that ends before it starts is invalid and ignored.
  if (first !== '' && last !== '' && Number(last) < from) return null
  return from > to ? 'none' : { from, to }
}
