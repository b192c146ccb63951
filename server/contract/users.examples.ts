import { user } from './auth.examples'
import { example } from './example'
import { createUser, updateUser } from './users'

example(createUser.answers[201].schema, { ...user, has_password: true, request_count: 3 })
example(createUser.body, { username: user.username, password: 'a long pass phrase', role: user.role })
example(updateUser.body, { role: 'admin' })
