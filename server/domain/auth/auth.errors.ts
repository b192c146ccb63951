import { defineIssuesProblem, defineProblem } from '#server/problem'

export const usernameTaken = defineProblem('username_taken', 409, 'Username taken')
export const unknownUser = defineProblem('unknown_user', 404, 'No such user')
export const cannotDeleteSelf = defineProblem('cannot_delete_self', 400, 'Own account')
export const rootIsFixed = defineProblem('root_is_fixed', 400, 'Root administrator')

export const keyNameTaken = defineProblem('api_key_name_taken', 409, 'Name taken')
export const unknownKey = defineProblem('unknown_api_key', 404, 'No such API key')
export const beyondKey = defineProblem('beyond_api_key', 403, 'Not allowed')
export const invalidKey = defineProblem('invalid_api_key', 401, 'Invalid API key')

export const wrongCredentials = defineProblem('wrong_credentials', 401, 'Wrong username or password')
export const tooManyAttempts = defineProblem('too_many_attempts', 429, 'Too many wrong passwords')
export const tooManyCalls = defineProblem('too_many_calls', 429, 'Too many calls')
export const signInBusy = defineProblem('sign_in_busy', 503, 'Sign-in is busy')
export const noLoginForm = defineProblem('no_login_form', 409, 'No login form')

export const unknownInvitation = defineProblem('unknown_invitation', 404, 'No such invitation')
export const unknownFeed = defineProblem('unknown_feed', 404, 'No such feed')
export const noPasswordsHere = defineProblem('no_passwords_here', 409, 'No passwords here')

export const alreadyInitialised = defineProblem('already_initialised', 409, 'Already set up')
export const loginTypeForced = defineProblem('login_type_forced', 409, 'Login type is forced')
export const oidcNotReady = defineIssuesProblem('oidc_not_ready', 409, 'OpenID Connect is not ready')
export const wrongRootCredentials = defineProblem('wrong_root_credentials', 403, 'Wrong root credentials')
export const basicCannotNameRoot = defineProblem('root_username_has_colon', 409, 'Username does not fit')

export const noPassword = defineProblem('no_password', 409, 'No password')
export const wrongPassword = defineProblem('wrong_password', 403, 'Wrong password')
export const unknownSession = defineProblem('unknown_session', 404, 'No such session')
