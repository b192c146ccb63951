import type { UserDto } from '#contract/auth'
import type { CreateUserBody, ListUsersQuery, UserDetailsDto, UserListDto } from '#contract/users'
import { nameKey } from '#server/name-key.rules'
import type { Settings } from '../settings/settings.service'
import { cannotDeleteSelf, rootIsFixed, unfitField, unknownUser, usernameTaken } from './auth.errors'
import type { CurrentUser, StoredUser } from './auth.types'
import type { Passwords } from './passwords.service'
import type { SetupState } from './setup-state.service'
import type { UsersRepository } from './users.repository'
import { findMisfits, toUserDetailsDto, toUserDto } from './users.rules'

export type Users = ReturnType<typeof createUsers>

/**
 * The accounts of people, as administrators manage them.
 * @param dependencies.announceSession has a person's open pages look whether they may stay.
 */
export function createUsers(dependencies: {
  repository: UsersRepository
  passwords: Passwords
  setupState: SetupState
  settings: Settings
  announceSession: (userId: string) => void
  clock: () => Date
}) {
  const { repository, passwords, setupState, settings, announceSession, clock } = dependencies

  async function find(username: string): Promise<StoredUser> {
    const user = await repository.find(nameKey(username))
    if (!user) throw unknownUser('There is no user of this name.')
    return user
  }

  return {
    /** The signed-in user as answers show them. */
    show: (user: CurrentUser): UserDto => toUserDto(user),

    async list(page: ListUsersQuery): Promise<UserListDto> {
      const { users, total } = await repository.list(page)
      return { users: users.map(toUserDetailsDto), total }
    },

    /** @throws AppError `unknown_user`. */
    async get(username: string): Promise<UserDetailsDto> {
      return toUserDetailsDto(await find(username))
    },

    /** @throws AppError `username_taken`, or `validation_failed` naming the field that does not fit. */
    async create(body: CreateUserBody): Promise<UserDetailsDto> {
      const errors = findMisfits(body, {
        minPasswordLength: await settings.get('min_password_length'),
        loginType: await setupState.loginType(),
      })
      const [first] = errors
      if (first) throw unfitField(`${first.path}: ${first.message}`, { errors })

      const usernameKey = nameKey(body.username)
      const taken = () =>
        usernameTaken('There is a user of this name already; upper and lower case are alike.')
      if (await repository.find(usernameKey)) throw taken()
      const user: StoredUser = {
        id: crypto.randomUUID(),
        username: body.username,
        role: body.role,
        root: false,
        extraData: body.extra_data,
      }
      const passwordHash = await passwords.hash(body.password)
      if (!(await repository.insert({ ...user, usernameKey, passwordHash, createdAt: clock() })))
        throw taken()
      return toUserDetailsDto(user)
    },

    /**
     * Deletes a user with everything that is theirs.
     * @throws AppError `cannot_delete_self`, `root_is_fixed` or `unknown_user`.
     */
    async delete(username: string, actor: CurrentUser): Promise<void> {
      const user = await find(username)
      if (user.root) throw rootIsFixed('The root administrator cannot be deleted.')
      if (user.id === actor.id) throw cannotDeleteSelf('You cannot delete your own account.')
      if (!(await repository.delete(user.id))) throw unknownUser('There is no user of this name any more.')
      announceSession(user.id)
    },
  }
}
