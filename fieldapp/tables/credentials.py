"""Queries over what people sign in with: links, passkeys, codes and ceremonies. They are a person's, not a city's."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from fieldapp.tables.people import Challenge, Invitation, Passkey, Person, RecoveryCode

OneRow = Row[*tuple[Any, ...]]
Rows = Sequence[OneRow]


def use_step(connection: Connection, person_id: int, step: int) -> bool:
    """Use up a time step of the person's one-time codes; False where it or a later one was used before."""
    fresh = or_(Person.totp_last_step.is_(None), Person.totp_last_step < step)
    done = connection.execute(update(Person).where(Person.id == person_id, fresh).values(totp_last_step=step))
    return done.rowcount == 1


def add_invitation(connection: Connection, person_id: int, token_hash: str, expires_at: datetime) -> None:
    """A new one-time link; earlier ones of the same person that nobody used stop working."""
    connection.execute(delete(Invitation).where(Invitation.person_id == person_id, Invitation.used_at.is_(None)))
    connection.execute(insert(Invitation).values(token_hash=token_hash, person_id=person_id, expires_at=expires_at))


def invited(connection: Connection, token_hash: str, now: datetime) -> int | None:
    """The person whom a link invites, None where it is unknown, used or over."""
    return connection.scalar(
        select(Invitation.person_id)
        .join(Person, Person.id == Invitation.person_id)
        .where(
            Invitation.token_hash == token_hash,
            Invitation.used_at.is_(None),
            Invitation.expires_at > now,
            Person.ended_at.is_(None),
        )
    )


def use_invitation(connection: Connection, token_hash: str, now: datetime) -> bool:
    """Use up a link; False where somebody was faster."""
    done = connection.execute(
        update(Invitation).where(Invitation.token_hash == token_hash, Invitation.used_at.is_(None)).values(used_at=now)
    )
    return done.rowcount == 1


def passkeys_of(connection: Connection, person_id: int) -> Rows:
    """A person's passkeys, the oldest first."""
    return connection.execute(
        select(Passkey.id, Passkey.credential_id, Passkey.label, Passkey.prf, Passkey.created_at, Passkey.last_used_at)
        .where(Passkey.person_id == person_id)
        .order_by(Passkey.id)
    ).all()


def passkey(connection: Connection, credential_id: bytes) -> OneRow | None:
    """The passkey of a credential id, with its person."""
    return connection.execute(
        select(
            Passkey.id, Passkey.person_id, Passkey.public_key, Passkey.sign_count, Person.handle, Person.demo,
            Person.ended_at,
        )
        .join(Person, Person.id == Passkey.person_id)
        .where(Passkey.credential_id == credential_id)
    ).one_or_none()  # fmt: skip


def add_passkey(connection: Connection, **values: object) -> bool:
    """A new passkey; False where this credential is known already."""
    try:
        with connection.begin_nested():
            connection.execute(insert(Passkey).values(**values))
    except IntegrityError:
        return False
    return True


def used_passkey(connection: Connection, passkey_id: int, before: int, after: int, now: datetime) -> bool:
    """Note the counter of a passkey that was just used; False where another use changed it in the meantime."""
    done = connection.execute(
        update(Passkey)
        .where(Passkey.id == passkey_id, Passkey.sign_count == before)
        .values(sign_count=after, last_used_at=now)
    )
    return done.rowcount == 1


def remove_passkey(connection: Connection, person_id: int, passkey_id: int | None = None) -> int:
    """Remove one passkey of a person, or all of them; gives how many."""
    which = delete(Passkey).where(Passkey.person_id == person_id)
    return connection.execute(which if passkey_id is None else which.where(Passkey.id == passkey_id)).rowcount


def replace_recovery_codes(connection: Connection, person_id: int, hashes: Sequence[str]) -> None:
    """Give a person new recovery codes (or none); the old ones stop working."""
    connection.execute(delete(RecoveryCode).where(RecoveryCode.person_id == person_id))
    if hashes:
        connection.execute(insert(RecoveryCode), [{"person_id": person_id, "code_hash": each} for each in hashes])


def recovery_codes_left(connection: Connection, person_id: int) -> int:
    """How many recovery codes a person has not used."""
    left = select(func.count()).where(RecoveryCode.person_id == person_id, RecoveryCode.used_at.is_(None))
    return connection.scalar(left) or 0


def use_recovery_code(connection: Connection, person_id: int, code_hash: str, now: datetime) -> bool:
    """Use up a recovery code; False where there is no such code left."""
    done = connection.execute(
        update(RecoveryCode)
        .where(
            RecoveryCode.person_id == person_id, RecoveryCode.code_hash == code_hash, RecoveryCode.used_at.is_(None)
        )
        .values(used_at=now)
    )  # fmt: skip
    return done.rowcount == 1


def add_challenge(
    connection: Connection, token_hash: str, purpose: str, person_id: int | None, challenge: bytes,
    expires_at: datetime, now: datetime,
) -> None:  # fmt: skip
    """Remember what a ceremony waits for, in place of an earlier one of the same token; forget those that are over."""
    connection.execute(delete(Challenge).where(or_(Challenge.expires_at < now, Challenge.token_hash == token_hash)))
    connection.execute(
        insert(Challenge).values(
            token_hash=token_hash, purpose=purpose, person_id=person_id, challenge=challenge, expires_at=expires_at
        )
    )


def challenge(
    connection: Connection, token_hash: str, purpose: str, person_id: int | None, now: datetime
) -> bytes | None:
    """What the ceremony waits for, None where it is unknown, over, another's or of another purpose."""
    return connection.scalar(_challenge(token_hash, purpose, person_id, now))


def take_challenge(
    connection: Connection, token_hash: str, purpose: str, person_id: int | None, now: datetime
) -> bytes | None:
    """The same, used up."""
    found = connection.scalar(_challenge(token_hash, purpose, person_id, now))
    done = connection.execute(delete(Challenge).where(Challenge.token_hash == token_hash, Challenge.purpose == purpose))
    return found if done.rowcount == 1 else None


def _challenge(token_hash: str, purpose: str, person_id: int | None, now: datetime) -> Select[bytes]:
    return select(Challenge.challenge).where(
        Challenge.token_hash == token_hash,
        Challenge.purpose == purpose,
        Challenge.person_id.is_(None) if person_id is None else Challenge.person_id == person_id,
        Challenge.expires_at > now,
    )
