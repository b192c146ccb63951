import { z } from 'zod'
import { passwordSchema, takenBackShape } from './auth'
import { idParams, languageSchema, regionSchema, timeSchema } from './common'
import { issueCode } from './issues'
import { operation } from './operation'

const accountSchema = z
  .object({
    has_password: z.boolean().meta({ description: 'Whether there is a password to change' }),
    default_region: regionSchema.nullable().meta({ description: 'null: the server’s default' }),
    language: languageSchema.nullable().meta({ description: 'null: the browser’s language' }),
  })
  .meta({ id: 'Account' })
export type AccountDto = z.infer<typeof accountSchema>

/** Omitted fields are unchanged. */
const updateAccountBody = z
  .strictObject({
    default_region: regionSchema.nullable().optional(),
    language: languageSchema.nullable().optional(),
  })
  .meta({ id: 'UpdateAccount' })
export type UpdateAccountBody = z.output<typeof updateAccountBody>

export const changePasswordBody = z
  .strictObject({
    old_password: z.string().max(1000),
    new_password: passwordSchema,
    confirm_password: passwordSchema,
    ...takenBackShape,
  })
  .refine((body) => body.new_password === body.confirm_password, {
    path: ['confirm_password'],
    message: issueCode('passwords_differ'),
  })
  .meta({ id: 'ChangePassword' })
export type ChangePasswordBody = z.output<typeof changePasswordBody>

export const accountSessionSchema = z
  .object({
    id: z.string(),
    browser: z.string().nullable().meta({ description: 'null: unknown' }),
    system: z.string().nullable().meta({ description: 'null: unknown' }),
    address: z.string().nullable().meta({ description: 'Network address it was last used from' }),
    created_at: timeSchema,
    last_seen: timeSchema,
    current: z.boolean().meta({ description: 'Whether it is the browser making this call' }),
  })
  .meta({ id: 'AccountSession' })
export type AccountSessionDto = z.infer<typeof accountSessionSchema>

export const getAccount = operation({
  method: 'GET',
  path: '/api/settings/account',
  summary: 'The caller’s account and its preferences',
  access: 'any',
  answers: { 200: { description: 'The account', schema: accountSchema } },
})

export const updateAccount = operation({
  method: 'PATCH',
  path: '/api/settings/account',
  summary: 'Change the caller’s preferences',
  access: 'any',
  body: updateAccountBody,
  answers: { 200: { description: 'The account', schema: accountSchema } },
})

export const changePassword = operation({
  method: 'PUT',
  path: '/api/settings/account/password',
  summary: 'Change the caller’s password; all their other sessions end',
  access: 'any',
  body: changePasswordBody,
  answers: {
    204: { description: 'Changed' },
    403: { description: 'The old password is wrong' },
    409: { description: 'This account has no password' },
    429: { description: 'Too many failed attempts; see Retry-After' },
  },
})

export const listSessions = operation({
  method: 'GET',
  path: '/api/settings/account/sessions',
  summary: 'Browsers in which the caller is signed in, last used first',
  access: 'any',
  answers: { 200: { description: 'The sessions', schema: z.array(accountSessionSchema) } },
})

export const endSession = operation({
  method: 'DELETE',
  path: '/api/settings/account/sessions/{id}',
  summary: 'Sign out one browser',
  access: 'any',
  params: idParams,
  answers: { 204: { description: 'Ended' }, 404: { description: 'No such session' } },
})

export const endOtherSessions = operation({
  method: 'DELETE',
  path: '/api/settings/account/sessions',
  summary: 'Sign out all browsers except this one',
  access: 'any',
  answers: { 204: { description: 'Ended' } },
})
