import { getSession, init, login, logout, userSchema } from './auth'
import { example } from './example'

export const user = example(userSchema, { username: 'robin', role: 'trusted', group: 'trusted' })
example(getSession.answers[200].schema, {
  initialized: true,
  login_type: 'forms',
  version: '0.1.0',
  server_name: 'Robin’s audiobooks',
  min_password_length: 8,
  user,
})
const credentials = { username: user.username, password: 'a long pass phrase' }
example(init.body, { ...credentials, login_type: 'forms', confirm_password: credentials.password })
example(login.body, credentials)
example(logout.answers[200].schema, { redirect_to: '/login' })
