import { defineError } from '#server/errors'
import { defineProblem } from '#server/problem'

export const usernameTaken = defineProblem({ code: 'username_taken', status: 409, title: 'Username taken' })
export const unknownUser = defineProblem({ code: 'unknown_user', status: 404, title: 'No such user' })
export const cannotDeleteSelf = defineProblem({
  code: 'cannot_delete_self',
  status: 400,
  title: 'Own account',
})
export const rootIsFixed = defineProblem({ code: 'root_is_fixed', status: 400, title: 'Root administrator' })
export const unfitField = defineError({ code: 'validation_failed', status: 422, title: 'Invalid input' })

export const keyNameTaken = defineProblem({ code: 'api_key_name_taken', status: 409, title: 'Name taken' })
export const unknownKey = defineProblem({ code: 'unknown_api_key', status: 404, title: 'No such API key' })
export const beyondKey = defineProblem({ code: 'beyond_api_key', status: 403, title: 'Not allowed' })
export const invalidKey = defineError({ code: 'invalid_api_key', status: 401, title: 'Invalid API key' })

export const wrongCredentials = defineProblem({
  code: 'wrong_credentials',
  status: 401,
  title: 'Wrong username or password',
})
export const tooManyAttempts = defineProblem({
  code: 'too_many_attempts',
  status: 429,
  title: 'Too many wrong passwords',
})
export const tooManyCalls = defineError({ code: 'too_many_calls', status: 429, title: 'Too many calls' })
export const signInBusy = defineProblem({ code: 'sign_in_busy', status: 503, title: 'Sign-in is busy' })
export const noLoginForm = defineError({ code: 'no_login_form', status: 409, title: 'No login form' })

export const alreadyInitialised = defineProblem({
  code: 'already_initialised',
  status: 409,
  title: 'Already set up',
})
export const loginTypeForced = defineError({
  code: 'login_type_forced',
  status: 409,
  title: 'Login type is forced',
})
export const oidcNotReady = defineError({
  code: 'oidc_not_ready',
  status: 409,
  title: 'OpenID Connect is not ready',
})
export const wrongRootCredentials = defineError({
  code: 'wrong_root_credentials',
  status: 403,
  title: 'Wrong root credentials',
})
export const basicCannotNameRoot = defineError({
  code: 'root_username_has_colon',
  status: 409,
  title: 'Username does not fit',
})

export const noPassword = defineProblem({ code: 'no_password', status: 409, title: 'No password' })
export const wrongPassword = defineProblem({ code: 'wrong_password', status: 403, title: 'Wrong password' })
export const unknownSession = defineProblem({
  code: 'unknown_session',
  status: 404,
  title: 'No such session',
})
