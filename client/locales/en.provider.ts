/** Texts about signing in through an OpenID Connect provider; they come with the sign-in page. */
export default {
  provider: {
    lead: 'You are sent to your provider and come straight back.',
    submit: 'Sign in with your provider',
    again: 'Try again',
    backup: 'Root administrator: sign in with a password',
    backupTitle: 'Sign in as root administrator',
    backupLead: 'The way in when the provider does not work. It is open to the root administrator alone.',
    toProvider: 'Sign in with the provider instead',
    takeoverTitle: 'Is this account yours?',
    takeoverLead: 'There is already an administrator with this name: {name}.',
    takeoverLeadUnnamed: 'There is already an administrator with this name.',
    takeoverText:
      'To use it from now on when you sign in with the provider, enter its password. You are asked only this once.',
    takeoverRootText:
      'It has no password of its own. To tie it to you at the provider, the root administrator signs in here: enter the root administrator’s password. It is asked for only this once.',
    takeoverRootPassword: 'Root administrator’s password',
    takeoverRootWrong: 'This is not the root administrator’s password.',
    takeoverSubmit: 'Yes, sign in',
    takeoverCancel: 'No, back to sign-in',
    takeoverWrong: 'This is not the password of that account.',
    takeoverOver: 'This sign-in has expired. Start again.',
    steps: {
      configuration:
        'It failed when it was asked for its configuration. The log of the server and the sign-in events say more.',
      token:
        'It failed when it was asked for a token. The log of the server and the sign-in events say more.',
      user_info:
        'It failed when it was asked about you. The log of the server and the sign-in events say more.',
    },
    errors: {
      oidc_off: {
        title: 'The provider is not in use',
        text: 'People sign in another way here now. Open the sign-in page again.',
      },
      oidc_not_configured: {
        title: 'The provider is not set up',
        text: 'The root administrator can sign in with a password and enter what is missing.',
      },
      oidc_unreachable: {
        title: 'The provider does not answer',
        text: 'It may be down, or the server has no way to it. Try again in a moment.',
      },
      oidc_misconfigured: {
        title: 'The provider and this server do not match',
        text: 'The administrator can see in the security settings what does not match.',
      },
      oidc_client_refused: {
        title: 'The provider does not accept this server',
        text: 'The client id, the client secret or the way it is sent is wrong. The administrator can change them in the security settings.',
      },
      oidc_denied: {
        title: 'The provider did not let you in',
        text: 'You may have cancelled or not agreed, or your account there may not be allowed to use this server.',
      },
      oidc_pkce_refused: {
        title: 'The provider refuses PKCE',
        text: 'This server always signs in with PKCE (S256). The administrator has to allow it for this client at the provider.',
      },
      oidc_code_invalid: {
        title: 'The provider did not accept its own code',
        text: 'The code was too old, used already, or meant for another client or redirect URL. Start again; if it stays, tell the administrator.',
      },
      oidc_state: {
        title: 'This sign-in has expired',
        text: 'It took too long, was used already, or was begun in another browser. Start again.',
      },
      oidc_token_invalid: {
        title: 'The answer of the provider could not be trusted',
        text: 'It was not signed as it should be, or is out of date. Nobody was signed in. Try again; if it stays, tell the administrator.',
      },
      oidc_no_username: {
        title: 'The provider did not say who you are',
        text: 'The username is missing in its answer. The administrator can choose another username claim in the security settings.',
      },
      oidc_username_unfit: {
        title: 'Your username there does not work here',
        text: 'It is empty, too long, or holds characters that cannot be shown.',
      },
      oidc_name_taken: {
        title: 'Someone here already has your username',
        text: 'That account may not be taken over by signing in with the provider. The administrator can allow it or rename one of you.',
      },
      oidc_reset_root: {
        title: 'This account has to be tied to the provider again',
        text: 'It belongs to an administrator, and there is no password to prove that it is yours. Whoever runs the server has to run reset-root there; then sign in again and enter the new password.',
      },
      other: {
        title: 'Sign-in failed',
        text: 'Try again. If it keeps failing, tell your administrator.',
      },
    },
  },
} as const
