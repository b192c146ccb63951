import { defineIssuesProblem, defineProblem } from '#server/errors/problem'

export const usernameTaken = defineProblem('username_taken', 409)
export const unknownUser = defineProblem('unknown_user', 404)
export const cannotDeleteSelf = defineProblem('cannot_delete_self', 400)
export const rootIsFixed = defineProblem('root_is_fixed', 400)

export const keyNameTaken = defineProblem('api_key_name_taken', 409)
export const tooManyKeys = defineProblem('too_many_api_keys', 409)
export const unknownKey = defineProblem('unknown_api_key', 404)
export const beyondKey = defineProblem('beyond_api_key', 403)
export const invalidKey = defineProblem('invalid_api_key', 401)

export const wrongCredentials = defineProblem('wrong_credentials', 401)
export const tooManyAttempts = defineProblem('too_many_attempts', 429)
export const tooManyCalls = defineProblem('too_many_calls', 429)
export const signInBusy = defineProblem('sign_in_busy', 503)
export const noLoginForm = defineProblem('no_login_form', 409)

export const unknownInvitation = defineProblem('unknown_invitation', 404)
export const unknownFeed = defineProblem('unknown_feed', 404)
export const noPasswordsHere = defineProblem('no_passwords_here', 409)

export const alreadyInitialised = defineProblem('already_initialised', 409)
export const loginTypeForced = defineProblem('login_type_forced', 409)
export const oidcNotReady = defineIssuesProblem('oidc_not_ready', 409)
export const wrongRootCredentials = defineProblem('wrong_root_credentials', 403)
export const basicCannotNameRoot = defineProblem('root_username_has_colon', 409)

export const noPassword = defineProblem('no_password', 409)
export const wrongPassword = defineProblem('wrong_password', 403)
export const unknownSession = defineProblem('unknown_session', 404)
