/** The way on without the secret key, for messages to whoever runs the server. */
export const RESET_SECRETS =
  'If the key is lost for good, run the command reset-secrets: it removes the passwords and tokens that cannot be decrypted and says what to enter again; everything else stays.'
