"""Encrypt a mail for the database, and read it again."""

from __future__ import annotations

import json
from email.utils import make_msgid
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils.crypto import salted_hmac

from matches.common.encrypted_text import decrypt_text, encrypt_text


def encrypt_message(message: EmailMessage) -> str:
    """Return a message as encrypted text, with a Message-ID, by which a receiver recognizes a second copy.

    The default sender is left out: the process that sends the message fills it in. Raises ValueError for a
    message with attachments.
    """
    if message.attachments:
        raise ValueError("a stored mail can't have attachments")
    alternatives = getattr(message, "alternatives", [])
    is_default = message.from_email == settings.DEFAULT_FROM_EMAIL
    headers = {"Message-ID": make_msgid(domain=settings.SITE.hostname), **message.extra_headers}
    parts = {
        "subject": str(message.subject),
        "body": str(message.body),
        "subtype": message.content_subtype,
        "from": "" if is_default else message.from_email,
        "to": [str(address) for address in message.to],
        "cc": list(message.cc),
        "bcc": list(message.bcc),
        "reply_to": list(message.reply_to),
        "headers": {name: str(value) for name, value in headers.items()},
        "alternatives": [[str(text), kind] for text, kind in alternatives],
    }
    return encrypt_text(json.dumps(parts))


def decrypt_message(content: str) -> EmailMessage:
    """Return the message of ``encrypt_message``. Raises ``DecryptionError`` if the site's key is another now."""
    parts: dict[str, Any] = json.loads(decrypt_text(content))
    message = EmailMultiAlternatives(
        subject=parts["subject"],
        body=parts["body"],
        from_email=parts["from"] or None,
        to=parts["to"],
        cc=parts["cc"],
        bcc=parts["bcc"],
        reply_to=parts["reply_to"],
        headers=parts["headers"],
    )
    message.content_subtype = parts["subtype"]
    for text, kind in parts["alternatives"]:
        message.attach_alternative(text, kind)
    return message


def address_digest(address: str) -> str:
    """Return a keyed digest of an address, whatever its case: who has the database alone can't test addresses."""
    return salted_hmac("matches.mail", address.lower(), algorithm="sha256").hexdigest()
