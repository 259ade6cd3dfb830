"""A face that cannot be shown here."""

from noughts.refusal import Refusal


class NoFace(Refusal):
    """This machine cannot show the face."""
