import { z } from 'zod'
import { passwordSchema, usernameSchema, userSchema } from './auth'
import { line, lines, queryInteger, roleSchema } from './common'
import { operation } from './operation'

export const userDetailsSchema = userSchema
  .extend({
    extra_data: z.string().nullable().meta({ description: 'Free text that notifications can use' }),
  })
  .meta({ id: 'UserDetails' })
export type UserDetailsDto = z.infer<typeof userDetailsSchema>

export const userListSchema = z
  .object({
    users: z.array(userDetailsSchema),
    total: z.number().int().meta({ description: 'Users without paging' }),
  })
  .meta({ id: 'UserList' })
export type UserListDto = z.infer<typeof userListSchema>

export const listUsersQuery = z.strictObject({
  limit: queryInteger({ min: 1, max: 100 }).optional().default(50),
  offset: queryInteger({ min: 0, max: 1_000_000 }).optional().default(0),
})
export type ListUsersQuery = z.infer<typeof listUsersQuery>

/** Older clients call the role a group; where both are given they have to agree. */
export const createUserBody = z
  .strictObject({
    username: usernameSchema,
    password: passwordSchema,
    role: roleSchema.optional(),
    group: roleSchema.optional(),
    extra_data: lines({ max: 10_000 }).nullable().optional().default(null),
  })
  .transform(({ role, group, ...body }, context) => {
    const chosen = role ?? group
    if (chosen === undefined) {
      context.addIssue({ code: 'custom', path: ['role'], message: 'is needed' })
      return z.NEVER
    }
    if (group !== undefined && group !== chosen) {
      context.addIssue({ code: 'custom', path: ['group'], message: 'must equal the role' })
      return z.NEVER
    }
    return { ...body, role: chosen }
  })
  .meta({ id: 'CreateUser' })
export type CreateUserBody = z.output<typeof createUserBody>

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

export const deleteUser = operation({
  method: 'DELETE',
  path: '/api/users/{username}',
  summary: 'Delete a user with their requests, keys and sessions',
  access: 'admin',
  params: usernameParams,
  answers: {
    204: { description: 'Deleted' },
    400: { description: 'Oneself, or the root administrator' },
    ...missing,
  },
})
