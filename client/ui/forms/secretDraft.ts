/** A secret is never shown: it is kept, replaced or cleared. */
export type SecretDraft = { kind: 'kept' } | { kind: 'replaced'; text: string } | { kind: 'cleared' }
