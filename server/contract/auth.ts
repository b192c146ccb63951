import { z } from 'zod'
import { languageSchema, line, loginTypeSchema, regionSchema, roleSchema } from './common'
import { issueCode } from './issues'
import { operation } from './operation'
import { lookalikeFault } from './usernames'

/** Passwords match in any Unicode form. The maximum limits the cost of hashing; the minimum is a setting. */
export const passwordSchema = z
  .string()
  .min(1)
  .max(1000)
  .refine((value) => value.isWellFormed(), issueCode('not_unicode'))

/** `.` and `..` have a special meaning in URLs, so no call could name such a user. */
const isRelative = (name: string) => name === '.' || name === '..'
/** A name that may exist, including names created under looser rules. */
export const usernameSchema = line({ min: 1, max: 100 }).refine(
  (name) => !isRelative(name),
  issueCode('dots_only'),
)

/** A name for a new user. It must not look like another. */
export const newUsernameSchema = usernameSchema.superRefine((name, context) => {
  const message = lookalikeFault(name)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

export const userSchema = z
  .object({
    username: z.string(),
    role: roleSchema,
    group: roleSchema.meta({ description: 'Same as the role, for older clients' }),
    root: z.boolean(),
  })
  .meta({ id: 'User' })
export type UserDto = z.infer<typeof userSchema>

export const sessionSchema = z
  .object({
    initialized: z.boolean(),
    login_type: loginTypeSchema.nullable().meta({ description: 'null before the first setup' }),
    force_login_type: loginTypeSchema.nullable(),
    version: z.string(),
    server_name: z.string().nullable().meta({ description: 'The name of this server; null: not set' }),
    default_region: regionSchema,
    language: languageSchema
      .nullable()
      .meta({ description: 'The language the signed-in user chose; null: the browser’s' }),
    min_password_length: z.number().int(),
    user: userSchema.nullable(),
    getting_started: z.boolean().meta({
      description: 'Whether Discover shows the signed-in user the remaining setup steps',
    }),
    secure_address: z.string().nullable().meta({
      description:
        'The address at which a browser using http can stay signed in; null: it can stay here, or uses https',
    }),
  })
  .meta({ id: 'Session' })
export type SessionDto = z.infer<typeof sessionSchema>

/** What can be taken back along with sessions if someone else may have got in. */
export const takenBackShape = {
  revoke_api_keys: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to revoke all of their API keys too' }),
  revoke_feed: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the address of their calendar stops working too' }),
  remove_targets: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to remove their own notification targets too, except devices' }),
  remove_devices: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to remove their devices, which receive push notifications, too' }),
}
export type TakenBack = { [Name in keyof typeof takenBackShape]?: boolean | undefined }

/** OpenID Connect cannot be chosen at the first setup, because it requires an existing administrator. */
export const initBody = z
  .strictObject({
    login_type: z.enum(['basic', 'forms', 'none']),
    username: newUsernameSchema,
    password: passwordSchema,
    confirm_password: passwordSchema,
  })
  .refine((body) => body.password === body.confirm_password, {
    path: ['confirm_password'],
    message: issueCode('passwords_differ'),
  })
  .meta({ id: 'Init' })
export type InitBody = z.infer<typeof initBody>

export const loginBody = z
  .strictObject({ username: z.string().min(1).max(1000), password: z.string().max(1000) })
  .meta({ id: 'Login' })

export const logoutAnswer = z.object({ redirect_to: z.string() }).meta({ id: 'Logout' })

export const getSession = operation({
  method: 'GET',
  path: '/api/session',
  summary: 'How this server is set up, and who is calling',
  access: 'public',
  answers: { 200: { description: 'The state of the server and the signed-in user', schema: sessionSchema } },
})

export const init = operation({
  method: 'POST',
  path: '/api/init',
  summary: 'First setup: login type and root administrator; works once',
  access: 'public',
  body: initBody,
  answers: {
    201: { description: 'Set up', schema: userSchema },
    409: { description: 'Already set up, or another login type is forced' },
  },
})

export const dismissGettingStarted = operation({
  method: 'DELETE',
  path: '/api/settings/getting-started',
  summary: 'Stop showing administrators the remaining setup steps on Discover',
  access: 'admin',
  answers: { 204: { description: 'Dismissed, for all administrators' } },
})

export const login = operation({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with username and password',
  access: 'public',
  body: loginBody,
  answers: {
    204: { description: 'Signed in; the session cookie is set' },
    401: { description: 'Wrong username or password' },
    409: { description: 'This login type has no sign-in page' },
    429: { description: 'Too many failed attempts; see Retry-After' },
  },
})

export const logout = operation({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session on the server',
  access: 'any',
  answers: { 200: { description: 'Where to go next', schema: logoutAnswer } },
})

export const getOwnUser = operation({
  method: 'GET',
  path: '/api/users/me',
  summary: 'The signed-in user',
  access: 'any',
  answers: { 200: { description: 'The user', schema: userSchema } },
})
