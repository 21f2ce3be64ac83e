"""The second step's secrets: how they are kept, and the picture by which an app learns one."""

from __future__ import annotations

from io import BytesIO

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from qrcode.image.svg import SvgPathFillImage

from matches.common.encrypted_text import SealBrokenError, seal, unseal


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; one that nobody knows where the site's key was lost, so that no code fits."""
        try:
            return unseal(encrypted_text)
        except SealBrokenError:
            return str(generate_totp_secret())

    def build_totp_svg(self, url: str) -> str:
        """Dark on white whatever the page's colours: on a dark page a clear ground could be read by no camera."""
        picture = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(picture)
        return picture.getvalue().decode()
