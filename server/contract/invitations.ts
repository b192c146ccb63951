import { z } from 'zod'
import { newUsernameSchema, passwordSchema, userSchema } from './auth'
import { idParams, line, paging, roleSchema, timeSchema } from './common'
import { issueCode } from './issues'
import { operation } from './operation'

/** How long an invitation may be valid, in days. */
export const INVITATION_DAYS = { min: 1, max: 30, default: 7 } as const

const invitationSchema = z
  .object({
    id: z.string(),
    role: roleSchema,
    username: z
      .string()
      .nullable()
      .meta({ description: 'Whose password it sets; null: it creates a new user' }),
    invited_by: z.string(),
    created_at: timeSchema,
    expires_at: timeSchema,
  })
  .meta({ id: 'Invitation' })
export type InvitationDto = z.infer<typeof invitationSchema>

export const invitationListSchema = z
  .object({
    invitations: z.array(invitationSchema),
    total: z.number().int().meta({ description: 'Number of open invitations, over all pages' }),
  })
  .meta({ id: 'InvitationList' })
export type InvitationListDto = z.infer<typeof invitationListSchema>

const listInvitationsQuery = z.strictObject({ ...paging(100) })
export type ListInvitationsQuery = z.infer<typeof listInvitationsQuery>

export const createInvitationBody = z
  .strictObject({
    role: roleSchema.optional().meta({ description: 'The new user’s role' }),
    username: line({ min: 1, max: 100 })
      .optional()
      .meta({ description: 'Instead of a role: the user who should choose a password' }),
    days: z
      .number()
      .int()
      .min(INVITATION_DAYS.min)
      .max(INVITATION_DAYS.max)
      .optional()
      .default(INVITATION_DAYS.default)
      .meta({ description: 'How long the link is valid' }),
  })
  .refine((body) => (body.role === undefined) !== (body.username === undefined), {
    path: ['role'],
    message: issueCode('role_or_username'),
  })
  .meta({ id: 'CreateInvitation' })
export type CreateInvitationBody = z.output<typeof createInvitationBody>

export const createdInvitationSchema = invitationSchema
  .extend({ url: z.string().meta({ description: 'The link, shown only once' }) })
  .meta({ id: 'CreatedInvitation' })

/** The part of the link after “#”. It is sent in the body, so that no log of addresses contains it. */
const token = z.string().max(100)

const findInvitationBody = z.strictObject({ token }).meta({ id: 'FindInvitation' })

const openInvitationSchema = z
  .object({
    username: z.string().nullable().meta({ description: 'null: the invited person chooses one' }),
    expires_at: timeSchema,
  })
  .meta({ id: 'OpenInvitation' })
export type OpenInvitationDto = z.infer<typeof openInvitationSchema>

export const acceptInvitationBody = z
  .strictObject({
    token,
    username: newUsernameSchema
      .optional()
      .meta({ description: 'Required if the invitation creates a new user; otherwise ignored' }),
    password: passwordSchema,
    confirm_password: passwordSchema,
  })
  .refine((body) => body.password === body.confirm_password, {
    path: ['confirm_password'],
    message: issueCode('passwords_differ'),
  })
  .meta({ id: 'AcceptInvitation' })
export type AcceptInvitationBody = z.output<typeof acceptInvitationBody>

const noPasswords = { 409: { description: 'People here sign in without passwords stored on this server' } }

export const listInvitations = operation({
  method: 'GET',
  path: '/api/invitations',
  summary: 'Unused invitations, newest first',
  access: 'admin',
  query: listInvitationsQuery,
  answers: { 200: { description: 'A page of invitations', schema: invitationListSchema } },
})

export const createInvitation = operation({
  method: 'POST',
  path: '/api/invitations',
  summary: 'Create a link with which one person chooses a username and password',
  access: 'admin',
  limit: 'invitation',
  body: createInvitationBody,
  answers: {
    201: { description: 'The invitation with its link, shown only once', schema: createdInvitationSchema },
    400: { description: 'The root administrator' },
    404: { description: 'No such user' },
    ...noPasswords,
  },
})

export const revokeInvitation = operation({
  method: 'DELETE',
  path: '/api/invitations/{id}',
  summary: 'Revoke an invitation',
  access: 'admin',
  params: idParams,
  answers: { 204: { description: 'Revoked' }, 404: { description: 'No such invitation' } },
})

const unknown = {
  404: { description: 'Used, revoked, expired or never created' },
  429: { description: 'Too many failed attempts; see Retry-After' },
}

export const findInvitation = operation({
  method: 'POST',
  path: '/api/auth/invitation',
  summary: 'What an invitation is for',
  access: 'public',
  body: findInvitationBody,
  answers: { 200: { description: 'It is open', schema: openInvitationSchema }, ...unknown, ...noPasswords },
})

export const acceptInvitation = operation({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  summary: 'Choose a password with an invitation, which uses it up',
  access: 'public',
  body: acceptInvitationBody,
  answers: {
    200: { description: 'The user; signed in if this server uses sessions', schema: userSchema },
    ...unknown,
    409: {
      description: 'The username is taken, or people here sign in without passwords stored on this server',
    },
  },
})
