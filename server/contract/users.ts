import { z } from 'zod'
import { newUsernameSchema, passwordSchema, takenBackShape, userSchema } from './auth'
import { line, lines, paging, type Role, roleSchema, timeSchema } from './common'
import { issueCode } from './issues'
import { operation } from './operation'
import { ownQuotaSchema } from './quotas'

const userDetailsSchema = userSchema
  .extend({
    extra_data: z.string().nullable().meta({ description: 'Free text that notifications can use' }),
    has_password: z.boolean().meta({ description: 'Whether this user can sign in with a password' }),
    created_at: timeSchema,
    request_count: z.number().int().meta({ description: 'Number of requests deleted with the user' }),
    quota: ownQuotaSchema,
    api_key_count: z.number().int().meta({ description: 'Number of API keys deleted with the user' }),
  })
  .meta({ id: 'UserDetails' })
export type UserDetailsDto = z.infer<typeof userDetailsSchema>

export const userListSchema = z
  .object({
    users: z.array(userDetailsSchema),
    total: z.number().int().meta({ description: 'Number of matching users, over all pages' }),
  })
  .meta({ id: 'UserList' })
export type UserListDto = z.infer<typeof userListSchema>

const listUsersQuery = z.strictObject({
  q: line({ max: 100 }).optional().meta({ description: 'Part of a username' }),
  ...paging(100),
})
export type ListUsersQuery = z.infer<typeof listUsersQuery>

const extraData = lines({ max: 10_000 }).nullable().optional()

/** Older clients call the role a group; if both are given, they have to agree. */
const roleOrGroup = { role: roleSchema.nullish(), group: roleSchema.nullish() }
const agree = ({ role, group }: { role?: Role | null | undefined; group?: Role | null | undefined }) =>
  !role || !group || role === group
const DISAGREE = { path: ['group'], message: issueCode('roles_differ') }

export const createUserBody = z
  .strictObject({
    username: newUsernameSchema,
    password: passwordSchema,
    ...roleOrGroup,
    extra_data: extraData.default(null),
    root: z
      .literal(false)
      .nullish()
      .meta({ description: 'Sent by older clients; there is one root administrator' }),
  })
  .refine(agree, DISAGREE)
  .transform(({ role, group, root: _root, ...body }) => ({ ...body, role: role ?? group ?? 'untrusted' }))
  .meta({ id: 'CreateUser' })
export type CreateUserBody = z.output<typeof createUserBody>

/** Omitted fields are unchanged, as are a password and a role that are null. */
export const updateUserBody = z
  .strictObject({
    password: passwordSchema.nullish(),
    ...roleOrGroup,
    extra_data: extraData,
    quota: ownQuotaSchema.optional(),
    ...takenBackShape,
  })
  .refine(agree, DISAGREE)
  .transform(({ role, group, password, ...body }) => ({
    ...body,
    role: role ?? group ?? undefined,
    ...(typeof password === 'string' && { password }),
  }))
  .meta({ id: 'UpdateUser' })
export type UpdateUserBody = z.output<typeof updateUserBody>

const usernameParams = z.object({ username: line({ min: 1, max: 100 }) })
const missing = { 404: { description: 'No such user' } }

export const listUsers = operation({
  method: 'GET',
  path: '/api/users',
  summary: 'All users, by name',
  access: 'admin',
  query: listUsersQuery,
  answers: { 200: { description: 'A page of users', schema: userListSchema } },
})

export const getUser = operation({
  method: 'GET',
  path: '/api/users/{username}',
  summary: 'One user',
  access: 'admin',
  params: usernameParams,
  answers: { 200: { description: 'The user', schema: userDetailsSchema }, ...missing },
})

export const createUser = operation({
  method: 'POST',
  path: '/api/users',
  summary: 'Add a user',
  access: 'admin',
  body: createUserBody,
  answers: {
    201: { description: 'The user', schema: userDetailsSchema },
    409: { description: 'The username is taken' },
  },
})

export const updateUser = operation({
  method: 'PUT',
  path: '/api/users/{username}',
  summary: 'Change a user’s role, quota, extra data or password',
  access: 'admin',
  params: usernameParams,
  body: updateUserBody,
  answers: {
    200: { description: 'The user', schema: userDetailsSchema },
    400: { description: 'The root administrator’s role or password cannot be changed' },
    ...missing,
  },
})

export const deleteUser = operation({
  method: 'DELETE',
  path: '/api/users/{username}',
  summary: 'Delete a user with their requests, keys and sessions',
  access: 'admin',
  params: usernameParams,
  answers: {
    204: { description: 'Deleted' },
    400: { description: 'Neither one’s own account nor the root administrator can be deleted' },
    ...missing,
  },
})
