/** A secret is never shown: the stored one stays, or another takes its place, or none. */
export type SecretDraft = { kind: 'kept' } | { kind: 'replaced'; text: string } | { kind: 'cleared' }
