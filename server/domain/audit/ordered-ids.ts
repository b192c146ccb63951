/**
 * Creates ids that sort in the order of their creation, also within a millisecond: UUIDs of version 7, which begin with
 * the time and a count (RFC 9562, section 6.2, method 1).
 */
export function createOrderedIds(): (at: Date) => string {
  let latest = 0n
  return (at) => {
    const earliest = BigInt(at.getTime()) << 12n
    latest = earliest > latest ? earliest : latest + 1n
    const digits = latest.toString(16).padStart(15, '0')
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(12)}${crypto.randomUUID().slice(18)}`
  }
}
