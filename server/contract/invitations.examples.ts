import { example } from './example'
import { acceptInvitation, createInvitation, findInvitation, invitationListSchema } from './invitations'

const expires_at = '2026-11-28T09:30:00.000Z'
const invitation = {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f64',
  role: 'untrusted' as const,
  invited_by: 'robin',
  expires_at,
}
example(invitationListSchema, { invitations: [invitation] })
example(createInvitation.body, { role: invitation.role, days: 7 })
example(createInvitation.answers[201].schema, {
  ...invitation,
  url: 'https://books.example.org/invite#3q2-7wEXAMPLE',
})
const { token } = example(findInvitation.body, { token: '3q2-7wEXAMPLE' })
example(findInvitation.answers[200].schema, { expires_at })
const password = 'a long pass phrase'
example(acceptInvitation.body, { token, username: 'mila', password, confirm_password: password })
