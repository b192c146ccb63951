import { auditListSchema } from './audit'
import { auditNote, auditNoteText } from './audit-note'
import { example } from './example'

const note = auditNote('changed', { before: 'untrusted', after: 'trusted' })
example(auditListSchema, {
  entries: [
    {
      id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f63',
      kind: 'role_changed',
      actor: 'robin',
      subject: 'mila',
      detail: auditNoteText(note),
      note,
      address: '203.0.113.7',
    },
  ],
})
