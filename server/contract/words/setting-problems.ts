/** What the server refuses in the settings; see `PROBLEM_WORDS`. */
export const SETTING_PROBLEM_WORDS = {
  username_taken: 'There is a user of this name already; upper and lower case are alike.',
  cannot_delete_self: 'You cannot delete your own account.',
  root_is_fixed: {
    role: 'The role of the root administrator cannot be changed.',
    password:
      'The root administrator changes this password in the own account, where the old one is asked for.',
    deletion: 'The root administrator cannot be deleted.',
  },
  unknown_user: {
    unknown: 'There is no user of this name.',
    gone: 'There is no user of this name any more.',
    self: 'This account does not exist any more.',
  },
  api_key_name_taken: 'You have an API key of this name already.',
  unknown_api_key: { own: 'You have no such API key.', any: 'There is no such API key.' },
  beyond_api_key: {
    key: 'An API key cannot make another one that lasts longer or may do more than itself.',
    expires: 'This API key expires, so it cannot open a way in that lasts longer. Sign in to do this.',
  },
  no_password: 'This account has no password.',
  wrong_password: 'The old password is wrong.',
  unknown_session: 'You have no such session.',
  target_name_taken: 'There is a target called {name} already.',
  unknown_target: 'There is no such notification target.',
  unknown_delivery: 'There is no such delivery.',
  delivery_under_way: 'The message is being sent at this moment.',
  personal_notifications_off: 'An administrator has switched off notifications of users.',
  too_many_targets: 'One person may have {maximum} targets.',
  connection_name_taken: 'There is a connection called {name} already.',
  unknown_connection: 'There is no such connection.',
  wrong_root_credentials: {
    login_type: 'Changing the login type needs the username and password of the root administrator.',
    provider:
      'Changing the address, client or claims of the provider needs the username and password of the root administrator.',
  },
  root_username_has_colon:
    'Basic credentials cannot carry a username with a colon, so the root administrator could not sign in.',
  unknown_indexer: 'There is no indexer of this name. There are {known}; case matters.',
} as const
