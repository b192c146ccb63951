type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** Thresholds in bits, estimated from length and variety: about four and five unrelated words. */
const FAIR = 50
const STRONG = 70

const KINDS = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[^a-zA-Z\d]/, size: 33 },
] as const

/**
 * Estimates a password's strength from length and variety; repeated characters count little.
 * @param least the server's minimum length
 */
export function passwordStrength(password: string, username: string, least: number): Strength {
  if (password.length < least) return 'short'
  const name = username.trim().toLowerCase()
  if (name !== '' && password.toLowerCase().includes(name) && password.length < name.length + least)
    return 'weak'
  const alphabet = KINDS.reduce((sum, { pattern, size }) => (pattern.test(password) ? sum + size : sum), 0)
  const varied = new Set(password).size
  const effective = varied + (password.length - varied) * 0.4
  const bits = effective * Math.log2(alphabet)
  if (bits >= STRONG) return 'strong'
  return bits >= FAIR ? 'fair' : 'weak'
}
